/** The sale lines of a receipt. */
import { useQuery } from '@tanstack/react-query';
import { at } from '../../api/calls';
import { readAll } from '../../api/http/pages';
import type { Sale } from '../../api/types';

export function useReceiptLines(receiptNumber: string) {
  const url = linesUrl(receiptNumber);
  const found = useQuery({ queryKey: [url], queryFn: ({ signal }) => readAll(url, signal) });
  return { found, lines: found.data && linesOf(found.data, receiptNumber) };
}

/** The server sorts newest first; a receipt lists its items in the order of the sale. */
const linesOf = (found: readonly Sale[], receiptNumber: string): Sale[] =>
  found.filter((sale) => sale.receiptNumber === receiptNumber).sort((one, other) => one.id - other.id);

/** Limits the search to the day in the receipt number: `R-20261121-0007`. */
function linesUrl(receiptNumber: string) {
  const [, year, month, day] = /^R-(\d{4})(\d\d)(\d\d)-/.exec(receiptNumber) ?? [];
  return at('/api/sales', { q: receiptNumber, ...(day && { from: `${year}-${month}-${day}` }) });
}
