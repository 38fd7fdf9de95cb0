import type { APIRoute } from 'astro';
import { apiSchemas, apiSchemaText } from '../../../../harness/publish/board/api-schemas.ts';
import { textResponse } from '../../../data/text-response.ts';

export const getStaticPaths = () => Object.keys(apiSchemas).map((name) => ({ params: { name } }));

export const GET: APIRoute = ({ params: { name = '' } }) =>
  textResponse(apiSchemaText(name), 'application/schema+json');
