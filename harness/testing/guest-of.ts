import type { TestBrowser } from './browser-of.ts';

export type GuestMessage = {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
};

/** A connection of a guest through the door that guests are given; what it gives sends a command. */
export async function guestOf(
  { endpoint }: TestBrowser,
  onEvent: (message: GuestMessage) => void = () => {},
): Promise<(method: string, params?: object, sessionId?: string) => Promise<GuestMessage>> {
  const version = await (await fetch(`${endpoint?.url}/json/version`)).json();
  const socket = new WebSocket(version.webSocketDebuggerUrl);
  const waiting = new Map<number, (message: GuestMessage) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message: GuestMessage = JSON.parse(data);
    if (message.id === undefined) onEvent(message);
    else waiting.get(message.id)?.(message);
  });
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  return (method: string, params = {}, sessionId?: string) =>
    new Promise<GuestMessage>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, method, params, sessionId }));
    });
}
