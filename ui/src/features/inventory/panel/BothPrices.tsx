/** Both prices of a product that exists, each with what happens to it. */
import { useRate } from '../../../api/http/query';
import type { Chain } from '../../../api/types';
import { formatMoney } from '../../../lib/format';
import { type Currency, convert } from '../../../lib/money/money';
import { ownedText } from '../../../parts/head-office/owned';
import { NumberField } from '../../../ui/form/NumberField';
import { type FormErrors, type ProductForm, pricesOf, type Typed } from '../rules/productForm';
import { form as words } from '../strings';

const SIDES = [
  { name: 'priceUSD', currency: 'USD', label: words.usd },
  { name: 'priceLRD', currency: 'LRD', label: words.lrd },
] as const;

interface BothPricesProps {
  form: ProductForm;
  errors: FormErrors;
  /** Its link to head office, which may set the prices. */
  chain: Chain | null;
  onType: (change: Typed) => void;
}

export function BothPrices({ form, errors, chain, onType }: BothPricesProps) {
  const rate = useRate().data?.rate;
  return (
    <div className="amounts">
      {SIDES.map(({ name, currency, label }) => (
        <NumberField
          key={name}
          label={label}
          name={name}
          value={form[name]}
          error={errors[name]}
          hint={hintOf(form, currency, rate)}
          {...ownedText({ chain }, name)}
          onValue={(text) => onType({ [name]: text })}
        />
      ))}
    </div>
  );
}

/** A blank price follows the other one at the rate; one that is set stays, whatever the other does. */
function hintOf(form: ProductForm, currency: Currency, rate: number | undefined): string | null {
  const { usd, lrd } = pricesOf(form);
  const [own, other] = currency === 'USD' ? [usd, lrd] : [lrd, usd];
  if (other === null) return null;
  if (own !== null) return words.stays(formatMoney(own, currency));
  if (rate === undefined) return words.followsRate;
  return words.follows(
    formatMoney(convert(other, currency === 'USD' ? 'LRD' : 'USD', currency, rate), currency),
  );
}
