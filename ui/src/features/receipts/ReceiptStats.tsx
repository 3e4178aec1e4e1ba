/** Four cards: how many receipts, worth what, how many of today, paid in how many ways. */
import { Banknote, Calendar, CreditCard, type LucideIcon, ReceiptText } from 'lucide-react';
import { formatCount, formatMoney } from '../../lib/format';
import type { Figures } from './figures';
import { words } from './strings';

interface ReceiptStatsProps {
  /** Null while it is still being counted. */
  figures: Figures | null;
  /** There are more receipts than were counted. */
  more: boolean;
}

export function ReceiptStats({ figures, more }: ReceiptStatsProps) {
  const plus = more ? '+' : '';
  return (
    <div className="tiles stats">
      <Stat
        icon={ReceiptText}
        label={words.totalReceipts}
        value={figures && `${formatCount(figures.count)}${plus}`}
      />
      <Stat
        icon={Banknote}
        label={words.totalValue}
        value={figures && `${formatMoney(figures.usd, 'USD')}${plus}`}
      />
      <Stat icon={Calendar} label={words.today} value={figures && formatCount(figures.today)} />
      <Stat icon={CreditCard} label={words.methods} value={figures && String(figures.methods)} />
    </div>
  );
}

function Stat({ icon: Icon, label, value }: { icon: LucideIcon; label: string; value: string | null }) {
  return (
    <dl className="card stat">
      <dt>
        <Icon />
        {label}
      </dt>
      <dd>{value ?? <span className="skeleton pending">&nbsp;</span>}</dd>
    </dl>
  );
}
