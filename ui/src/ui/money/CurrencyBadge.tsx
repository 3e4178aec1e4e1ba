/** Badge with a currency's flag and code; screen readers also read its name. */
const CURRENCY_NAME: Record<string, string> = { USD: 'US Dollar', LRD: 'Liberian Dollar' };
const MIXED_NAME = 'Mixed Currency';

interface CurrencyBadgeProps {
  currency: string;
  /** `sm` has the height of the other badges. */
  size?: 'sm' | 'md' | 'lg';
}

export function CurrencyBadge({ currency, size = 'md' }: CurrencyBadgeProps) {
  const name = CURRENCY_NAME[currency] ?? MIXED_NAME;
  return (
    <span className="badge currency" data-size={size} title={name}>
      <Flag currency={currency} />
      {currency}
      <span className="sr-only"> ({name})</span>
    </span>
  );
}

/** Both flags have stripes and a canton; they differ in the number of stripes and in the canton. */
function Flag({ currency }: { currency: string }) {
  if (!(currency in CURRENCY_NAME)) return null;
  const stripes = currency === 'USD' ? 7 : 6;
  return (
    <svg viewBox="0 0 19 13" aria-hidden="true">
      <path fill="#fff" d="M0 0h19v13H0z" />
      <path
        stroke="#bf0a30"
        strokeWidth={13 / (2 * stripes - 1)}
        d={Array.from(
          { length: stripes },
          (_, at) => `M0 ${(13 / (2 * stripes - 1)) * (2 * at + 0.5)}h19`,
        ).join('')}
      />
      {currency === 'USD' ? (
        <>
          <path fill="#002868" d="M0 0h8.5v7H0z" />
          <path stroke="#fff" strokeDasharray=".8 .9" d="M.8 1.5h7.4M1.6 3.5h6M.8 5.5h7.4" />
        </>
      ) : (
        <>
          <path fill="#002868" d="M0 0h6v5.9H0z" />
          <path fill="#fff" d="m3 .8.5 1.6h1.7L3.8 3.4l.5 1.6L3 4 1.7 5l.5-1.6L.8 2.4h1.7z" />
        </>
      )}
    </svg>
  );
}
