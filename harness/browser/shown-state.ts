import type { Protocol } from 'devtools-protocol';
import { sha256 } from '../platform/digest.ts';

type Snapshot = Protocol.DOMSnapshot.CaptureSnapshotResponse;
type Nodes = Protocol.DOMSnapshot.NodeTreeSnapshot;

/** Types of nodes without children: texts, character data and comments. */
const leaves: ReadonlySet<number | undefined> = new Set([3, 4, 8]);

/** What all tabs show at one time. */
export class ShownState {
  /** The same for pages that show the same, also if a page has replaced an element by an equal one. */
  readonly digest: string;
  private readonly judged: string | undefined;
  private readonly snapshots: readonly (Snapshot | null)[];

  /** `judged`: the judged tab. `snapshots`: by session; null for a session without a document. */
  constructor(judged: string | undefined, snapshots: readonly (Snapshot | null)[]) {
    this.judged = judged;
    this.snapshots = snapshots;
    const shown = snapshots.map((each) => each && sha256(JSON.stringify(plain(each))));
    this.digest = JSON.stringify([judged, shown]);
  }

  /** Whether it shows the same as another, but for elements that change by themselves. */
  isLike(other: ShownState, moving: ReadonlySet<string>): boolean {
    if (this.digest === other.digest) return true;
    const differences = moving.size === 0 ? [] : [...this.differencesFrom(other)];
    return differences.length > 0 && differences.every((key) => moving.has(key));
  }

  /**
   * The elements whose own content differs: attributes, values and texts, without those of their child elements. An element
   * that only one of both has is in it as well.
   */
  private differencesFrom(other: ShownState): Set<string> {
    const [own, others] = [this.contents(), other.contents()];
    return new Set([...own.keys(), ...others.keys()].filter((key) => own.get(key) !== others.get(key)));
  }

  /** The elements of both whose own content differs. */
  movedSince(earlier: ShownState): Set<string> {
    const [own, others] = [this.contents(), earlier.contents()];
    return new Set(
      [...own].flatMap(([key, content]) => ((others.get(key) ?? content) === content ? [] : [key])),
    );
  }

  /** The own content of each element, by session and identity. */
  private contents(): Map<string, string> {
    const contents = new Map([['judged', String(this.judged)]]);
    for (const [session, snapshot] of this.snapshots.entries())
      for (const [at, { documentURL, nodes }] of (snapshot?.documents ?? []).entries()) {
        contents.set(`${session}: document ${at}`, snapshot?.strings[documentURL] ?? '');
        addContents(contents, session, nodes, snapshot);
      }
    return contents;
  }
}

/** A snapshot without the identities of its nodes, and without what depends on listeners. */
function plain({ documents, strings }: Snapshot): unknown {
  const nodes = documents.map(({ documentURL, nodes: all }) => {
    const { backendNodeId: _, isClickable: __, ...shown } = all;
    return [documentURL, shown];
  });
  return [nodes, strings];
}

function addContents(
  contents: Map<string, string>,
  session: number,
  { backendNodeId = [], parentIndex = [], nodeType = [], ...nodes }: Nodes,
  snapshot: Snapshot | null,
): void {
  const words = (index: number | undefined) => snapshot?.strings[index ?? -1] ?? '';
  const { nodeName = [], nodeValue = [], attributes = [], inputChecked, optionSelected } = nodes;
  const rare = [nodes.textValue, nodes.inputValue, nodes.currentSourceURL].map(
    (each) => new Map(each?.index.map((node, at) => [node, words(each.value[at])])),
  );
  const chosen = [inputChecked, optionSelected].map((each) => new Set(each?.index));
  for (const [index, id] of backendNodeId.entries()) {
    const parent = parentIndex[index] ?? -1;
    const owner = leaves.has(nodeType[index]) ? backendNodeId[parent] : id;
    const key = `${session}:${owner}`;
    const content = [
      ...[words(nodeName[index]), words(nodeValue[index]), (attributes[index] ?? []).map(words)],
      ...[rare.map((each) => each.get(index)), chosen.map((each) => each.has(index))],
    ];
    const add = (owner: string, text: string) => contents.set(owner, `${contents.get(owner) ?? ''}${text}`);
    add(key, JSON.stringify(content));
    // The order of child elements is content of their parent.
    if (owner === id) add(`${session}:${backendNodeId[parent]}`, `[${id}]`);
  }
}
