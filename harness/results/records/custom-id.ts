const prefix = 'custom:';

/** The id of a server or an agent that runs as a command line: its program is known to its user alone. */
export function customId(id: string): string {
  return `${prefix}${id}`;
}

/** The id under which a server is recorded, whose origin says whether it is a command line. */
export function recordedServerId({ id, origin }: { id: string; origin: object }): string {
  return 'command' in origin ? customId(id) : id;
}

/** Of a server or an agent. */
export function isCustom(id: string): boolean {
  return id.startsWith(prefix);
}

/** Whether a run cannot be played again from the lists: its server or its agent is known to its user alone. */
export function isOfCustom({ server, agent }: { server: { id: string }; agent: { id: string } }): boolean {
  return isCustom(server.id) || isCustom(agent.id);
}

/** The id that its user gave, which is the folder of its recordings; the id itself of a listed one. */
export function ownId(id: string): string {
  return isCustom(id) ? id.slice(prefix.length) : id;
}

/** The version of a program that states none: a record holds it, and no page or terminal shows it. */
export const unknownVersion = 'unknown';

/** `mine 1.2`, or `mine` for a version that is not known. */
export function nameAndVersion(name: string, version: string): string {
  return version === unknownVersion ? name : `${name} ${version}`;
}
