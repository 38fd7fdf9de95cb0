import type { World } from '../../../harness/web/host-handler.ts';
import { rowId } from '../state/row-id.ts';
import type { Store } from '../state/store.ts';

/** A signed-out browser. Volatile; all other browsers are signed in. */
export type Session = { readonly id: string; readonly signedIn: boolean };

export type Sessions = Pick<Store<{ sessions: Session }>, 'get' | 'add' | 'remove'>;

/** For this host only, until the browser closes: an expiry date would depend on the browser's clock. */
export function sessionCookie({ seed }: World, name: string): string {
  return `session=${rowId(seed, name)}; Path=/; Secure; HttpOnly; SameSite=Lax`;
}

export function isSignedIn(store: Sessions): boolean {
  return store.get('sessions', 'session')?.signedIn ?? true;
}

export function setSignedIn(store: Sessions, signedIn: boolean): void {
  store.remove('sessions', 'session');
  store.add('sessions', { id: 'session', signedIn });
}
