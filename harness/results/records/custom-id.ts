const prefix = 'custom:';

/** The id of a server or an agent that runs as a command line: only its user knows the program. */
export function customId(id: string): string {
  return `${prefix}${id}`;
}

/** The id under which a server is recorded. Its origin shows whether it is a command line. */
export function recordedServerId({ id, origin }: { id: string; origin: object }): string {
  return 'command' in origin ? customId(id) : id;
}

/** Takes the id of a server or an agent. */
export function isCustom(id: string): boolean {
  return id.startsWith(prefix);
}

/** Whether only its user can play a run again, because its server or agent is in no list. */
export function isOfCustom({ server, agent }: { server: { id: string }; agent: { id: string } }): boolean {
  return isCustom(server.id) || isCustom(agent.id);
}

/** The id that its user gave, which names the folder of its recordings. Returns the id of a listed one unchanged. */
export function ownId(id: string): string {
  return isCustom(id) ? id.slice(prefix.length) : id;
}

/** The version of a program that states none. Records hold it; pages and terminals do not show it. */
export const unknownVersion = 'unknown';

/** `mine 1.2`, or `mine` if the version is unknown. */
export function nameAndVersion(name: string, version: string): string {
  return version === unknownVersion ? name : `${name} ${version}`;
}
