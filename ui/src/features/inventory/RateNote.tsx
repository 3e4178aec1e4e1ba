/** The current exchange rate; for admins a link to change it. */
import { ArrowLeftRight } from 'lucide-react';
import { Link } from 'wouter';
import { useSession } from '../../api/session';
import { formatRateLine } from '../../lib/format';

export function RateNote({ rate }: { rate: number | undefined }) {
  const role = useSession().user?.role;
  if (rate === undefined) return null;
  const text = (
    <>
      <ArrowLeftRight />
      {formatRateLine(rate)}
    </>
  );
  if (role !== 'admin') return <span className="rate">{text}</span>;
  return (
    <Link href="/exchange-rate" className="rate">
      {text}
    </Link>
  );
}
