import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';

/** The packets that the interface `out` has sent. */
export function sentPackets(): number {
  const lines = readFileSync('/proc/net/dev', 'utf8').replaceAll('\n', '\n ');
  return Number(/out:(?:\s*\d+){8}\s+\d+\s+(\d+)/.exec(lines)?.[1]);
}

/** Sends one packet out of the machine. */
export async function sendPacket(): Promise<void> {
  const socket = createSocket('udp4');
  await new Promise((resolve) => socket.send('x', 9, '192.0.2.9', resolve));
  socket.close();
}
