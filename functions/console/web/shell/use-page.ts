import { useEffect, useState } from "preact/hooks";
import { type Page, pageAt } from "./page.ts";

/** The page that the address names, also when somebody goes back. */
export function usePage(): Page {
  const [page, setPage] = useState(() => pageAt(location.hash));
  useEffect(() => {
    const follow = () => setPage(pageAt(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return page;
}
