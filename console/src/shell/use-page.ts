import { useEffect, useState } from "preact/hooks";
import { takeInvitation } from "../session/invitation-link.ts";
import { type Page, pageAt } from "./page.ts";

/** Returns the page of the URL, and follows its changes, including the back button. */
export function usePage(): Page {
  const [page, setPage] = useState(() => pageAt(location.hash));
  useEffect(() => {
    const follow = () => {
      takeInvitation();
      setPage(pageAt(location.hash));
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return page;
}
