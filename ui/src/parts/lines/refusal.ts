/** Why a cart or an order was not saved: changed prices, a changed rate, or the server's message. */
import { ApiError, reasonOf } from '../../api/http/error';
import { formatRateLine } from '../../lib/format';

interface RefusalWords {
  pricesChanged: string;
  rateChanged: (line: string) => string;
  noAnswer: string;
}

export function refusalText(error: unknown, words: RefusalWords): string | undefined {
  if (error instanceof ApiError && error.code === 'price_changed') return words.pricesChanged;
  if (error instanceof ApiError && error.code === 'rate_changed') {
    return words.rateChanged(formatRateLine(String(error.refusal.rate)));
  }
  return reasonOf(error, words.noAnswer);
}
