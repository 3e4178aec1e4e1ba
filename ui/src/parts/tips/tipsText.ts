/** Amounts of tips as text. */
import { formatExact } from '../../lib/format';
import { fromServer } from '../../lib/money/money';

/** `$2.50 + L$525`, `L$525`, `$0.00`. */
export function tipsText(usd: string, lrd: string): string {
  const [dollars, liberian] = [fromServer(usd), fromServer(lrd)];
  const parts = [
    ...(dollars !== 0 || liberian === 0 ? [formatExact(dollars, 'USD')] : []),
    ...(liberian !== 0 ? [formatExact(liberian, 'LRD')] : []),
  ];
  return parts.join(' + ');
}
