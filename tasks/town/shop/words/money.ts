/** Cents of a euro as a price tag shows them: `€1,041.80`. */
export function euros(cents: number): string {
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${cents < 0 ? '−' : ''}€${whole}.${rest}`;
}

/** Cents of what a person typed as an amount of euros, `49`, `49.5` or `1,049.50`; null where it is none. */
export function centsOf(typed: string): number | null {
  const plain = typed.trim().replace(/^€\s*/, '').replaceAll(',', '');
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}
