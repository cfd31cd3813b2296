import * as z from "zod";
import { docsPages, markdownPage } from "../../shared/api/docs/markdown-pages.ts";
import { fileEndpoint } from "../../shared/api/endpoint.ts";
import { parsedParameters } from "../../shared/api/middleware/parsed-input.ts";
import * as routes from "../../shared/api/routes.ts";

const MarkdownPath = z.strictObject({
  chapter: z.string().describe("Chapter of a page that `GET /llms.txt` lists, such as `filing`"),
  page: z.string().describe("Name of a page that `GET /llms.txt` lists, with its ending `.md`"),
});

export const handler = fileEndpoint(
  {
    route: routes.getDocsChapterMarkdown,
    path: MarkdownPath,
    run: ({ path }) => markdownPage(docsPages(), `${path.chapter}/${path.page}`),
  },
  undefined,
  { readParameters: parsedParameters },
);
