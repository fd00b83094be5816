/** A line of a file that a spreadsheet opens: amounts are grouped, so they stand in quotes. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
