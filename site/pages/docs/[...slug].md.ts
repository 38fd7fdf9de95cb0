import type { APIRoute } from 'astro';
import { type DocPage, docPages } from '../../build/docs-pages.ts';
import { textResponse } from '../../data/text-response.ts';

export const getStaticPaths = () => docPages.map((doc) => ({ params: { slug: doc.slug }, props: { doc } }));

/** A document as its file has it. */
export const GET: APIRoute<{ doc: DocPage }> = ({ props: { doc } }) =>
  textResponse(doc.markdown, 'text/markdown');
