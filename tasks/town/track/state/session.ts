import type { World } from '../../../../harness/web/host-handler.ts';
import { rowId } from '../../state/row-id.ts';
import type { Track } from './track.ts';

/** For this host alone, and gone with the browser: a date would be measured by the browser's own clock. */
export function sessionCookie({ seed }: World): string {
  return `session=${rowId(seed, 'track session')}; Path=/; Secure; HttpOnly; SameSite=Lax`;
}

export function isSignedIn({ store }: Track): boolean {
  return store.get('sessions', 'session')?.signedIn ?? true;
}

export function setSignedIn({ store }: Track, signedIn: boolean): void {
  store.remove('sessions', 'session');
  store.add('sessions', { id: 'session', signedIn });
}
