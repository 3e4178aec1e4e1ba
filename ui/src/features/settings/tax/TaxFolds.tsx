/** What a bar sets once: its number, its tax day, the rounding of new prices, a fiscal device, a planned change. */
import { formatDate, formatShort } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { TextField } from '../../../ui/form/Field';
import { NumberField } from '../../../ui/form/NumberField';
import { Segments } from '../Segments';
import type { Settings } from '../settings';
import { FiscalFields } from './FiscalFields';
import { Fold } from './Fold';
import type { TaxField } from './field';
import { PlannedMode } from './PlannedMode';
import { DAYS, words } from './strings';
import { lacksRate } from './taxForm';

/** The server's limit, in characters. */
const TIN_MAX = 30;

export default function TaxFolds({ settings, field }: { settings: Settings; field: TaxField }) {
  const { tax, fiscal } = settings;
  const tin = field('tin', 'tax.tin');
  const { name, ...day } = field('day', 'tax.day');
  const step = field('usdStep', 'tax.usdStep');
  const fiscalErrors = [field('url', 'fiscal.url'), field('policy', 'fiscal.policy')].map(
    ({ error }) => error,
  );
  const dayName = DAYS.find(({ value }) => value === day.value)?.label;
  return (
    <section className="card folds" aria-label={words.more}>
      <Fold
        title={words.tin}
        value={tax.tin ?? words.notFilledIn}
        isWrong={Boolean(tin.error)}
        startsOpen={tax.tin === null && lacksRate(settings)}
      >
        <TextField label={words.tin} autoComplete="off" maxLength={TIN_MAX} {...tin} />
      </Fold>
      <Fold title={words.day} value={dayName} isWrong={Boolean(day.error)}>
        <Segments label={words.day} hint={words.dayHint} options={DAYS} {...day} />
      </Fold>
      <Fold
        title={words.rounding}
        value={formatShort(fromServer(tax.usdStep), 'USD')}
        isWrong={Boolean(step.error)}
      >
        <NumberField label={words.usdStep} {...step} />
      </Fold>
      <Fold title={words.fiscal} value={fiscal.url ?? words.none} isWrong={fiscalErrors.some(Boolean)}>
        <FiscalFields field={field} />
      </Fold>
      <Fold
        title={words.plan}
        value={tax.next ? words.planned(formatDate(tax.next.from), words.modes[tax.next.mode]) : words.none}
        isWrong={Boolean(field('nextFrom', 'tax.next').error)}
      >
        <PlannedMode next={tax.next} field={field} />
      </Fold>
    </section>
  );
}
