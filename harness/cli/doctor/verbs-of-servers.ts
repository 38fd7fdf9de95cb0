import { toolMappings } from '../../servers/tool-mappings/index.ts';

type Way = { verb: string; by: 'tool' | 'script' | 'reading' | 'nobody'; why: string | null };

/** How each server maps each verb of a walkthrough, and lines with the verbs that lack a tool of its own. */
export function verbsOfServers(): { lines: string[]; servers: { server: string; verbs: Way[] }[] } {
  const servers = toolMappings.map(({ id, verbs }) => ({
    server: id,
    verbs: Object.entries(verbs).map(
      ([verb, way]): Way => ({ verb, by: way.by, why: 'why' in way ? way.why : null }),
    ),
  }));
  const lines = servers.flatMap(({ server, verbs }) => [
    `${server}: ${verbs.filter(({ by }) => by === 'tool').length} of ${verbs.length} verbs with its own tools`,
    ...verbs.flatMap(({ verb, by, why }) => {
      if (by === 'tool') return [];
      if (by === 'reading') return [`  ${verb}: by reading the page again`];
      return [by === 'script' ? `  ${verb}: only by its script tool` : `  ${verb}: cannot, ${why}`];
    }),
  ]);
  return { lines, servers };
}
