/**
 * A certificate of `hook.example` alone, signed by itself, and its key: for servers of tests. Made with
 * `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500`.
 */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnjCCAUSgAwIBAgIUAckWKxOsaCD59CF9wnSIMDc304QwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMaG9vay5leGFtcGxlMCAXDTI2MTEyMjE3Mzg0M1oYDzIxMjYx
MDI5MTczODQzWjAXMRUwEwYDVQQDDAxob29rLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAARih0NaRJyOk6mpTx/+5hJWkjelsTjG/OuFbsbSzIAlaV13
zh2f313FoAwF1BRxA+sEt8UDl3Bog980EitB0tPmo2wwajAdBgNVHQ4EFgQUgowu
fVIXzPO6Oko8I41ATQKDZ38wHwYDVR0jBBgwFoAUgowufVIXzPO6Oko8I41ATQKD
Z38wDwYDVR0TAQH/BAUwAwEB/zAXBgNVHREEEDAOggxob29rLmV4YW1wbGUwCgYI
KoZIzj0EAwIDSAAwRQIgDPlCqBonwgrqaw9ZfCGegHg1ZsqCnR7cNI+XNEqdpqAC
IQDu7uSVVW+ubwcS2jL2eGbUniE7FM2Tnl2dTED6gmQKBg==
-----END CERTIFICATE-----
`;

export const CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/bZ/vS4MT1HRJMgq
v/mFUmYd9c/x30fhb96iEz2Mt5+hRANCAARih0NaRJyOk6mpTx/+5hJWkjelsTjG
/OuFbsbSzIAlaV13zh2f313FoAwF1BRxA+sEt8UDl3Bog980EitB0tPm
-----END PRIVATE KEY-----
`;
