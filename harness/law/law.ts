/** What a room may import; whatever is not named is forbidden. A room may always import itself. */
export type Room = {
  /** In words, for the table of the document. */
  does: string;
  floor: Floor;
  /** Rooms; or a folder or file in one, where no more of it is needed. */
  rooms: readonly string[];
  vendors?: readonly string[];
  builtins?: readonly string[];
  /** No clock, chance, network or process, by import or by global. */
  pure?: true;
  /** Files that import a module whose name is only known when they run. */
  computed?: readonly string[];
  /** May import what it likes: for tests alone. */
  free?: true;
};

export type Floor = 'roof' | 'verbs' | 'play' | 'what is played' | 'pure' | 'ground' | 'beside';

export type Law = {
  rooms: Readonly<Record<string, Room>>;
  /** Vendors that may be imported in these files alone. */
  doors: Readonly<Record<string, readonly string[]>>;
};

/** The room of a file: the one of the longest path that it lies in; null for none. */
export function roomOf({ rooms }: Pick<Law, 'rooms'>, file: string): string | null {
  let around = file;
  while (!Object.hasOwn(rooms, around)) {
    const end = around.lastIndexOf('/');
    if (end < 0) return null;
    around = around.slice(0, end);
  }
  return around;
}

export function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}
