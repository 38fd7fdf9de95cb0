const prefix = 'custom:';

/** The id under which a server stands that was given as a command line: nobody but its user knows what ran. */
export function customServerId(id: string): string {
  return `${prefix}${id}`;
}

/** The id under which a server is recorded, whose origin says whether it is a command line. */
export function recordedServerId({ id, origin }: { id: string; origin: object }): string {
  return 'command' in origin ? customServerId(id) : id;
}

export function isCustomServer(id: string): boolean {
  return id.startsWith(prefix);
}

/** What its user called it, which is the folder of its recordings; the id itself of a server of the list. */
export function ownServerId(id: string): string {
  return isCustomServer(id) ? id.slice(prefix.length) : id;
}
