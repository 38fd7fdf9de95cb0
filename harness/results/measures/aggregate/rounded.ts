/** Costs have at most twelve decimals; what is beyond is the noise of binary fractions. */
export function rounded(value: number): number {
  return Math.round(value * 1e12) / 1e12;
}
