/** The four stat cards: total receipts, USD value, today's receipts, payment methods. */
import { Banknote, Calendar, CreditCard, ReceiptText } from 'lucide-react';
import { formatCount, formatMoney } from '../../lib/format';
import { useOwnWork } from '../../parts/own/useOwnWork';
import { Stat } from '../../ui/Stat';
import type { Figures } from './figures';
import { words } from './strings';

interface ReceiptStatsProps {
  /** Null while receipts are being loaded. */
  figures: Figures | null;
  /** The server has more receipts than were counted. */
  more: boolean;
}

export function ReceiptStats({ figures, more }: ReceiptStatsProps) {
  const sums = useOwnWork() !== 'nothing';
  const plus = more ? '+' : '';
  return (
    <div className="tiles stats">
      <Stat
        icon={ReceiptText}
        label={words.totalReceipts}
        value={figures && `${formatCount(figures.count)}${plus}`}
      />
      {sums && (
        <Stat
          icon={Banknote}
          label={words.totalValue}
          value={figures && `${formatMoney(figures.usd, 'USD')}${plus}`}
        />
      )}
      <Stat icon={Calendar} label={words.today} value={figures?.today ?? null} />
      <Stat icon={CreditCard} label={words.methods} value={figures?.methods ?? null} />
    </div>
  );
}
