import type { World } from '../../../../harness/web/host-handler.ts';
import { rowId } from '../../state/row-id.ts';
import type { MailboxState } from './mailbox-state.ts';

/** For this host alone, and gone with the browser: a date would be measured by the browser's own clock. */
export function sessionCookie({ seed }: World): string {
  return `session=${rowId(seed, 'session')}; Path=/; Secure; HttpOnly; SameSite=Lax`;
}

export function isSignedIn({ store }: MailboxState): boolean {
  return store.get('sessions', 'session')?.signedIn ?? true;
}

export function setSignedIn({ store }: MailboxState, signedIn: boolean): void {
  store.remove('sessions', 'session');
  store.add('sessions', { id: 'session', signedIn });
}
