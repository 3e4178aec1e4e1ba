/** Cash settings: whether change is given in small coins, the smallest amount of change in Liberian dollars, and the tills. */
import { lazy, Suspense } from 'react';
import { formatTotal } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { CoinQuestion } from '../../../parts/coins/CoinQuestion';
import { words as coins } from '../../../parts/coins/strings';
import { NumberField } from '../../../ui/form/NumberField';
import { FormCard } from '../FormCard';
import { Part } from '../Part';
import type { Settings } from '../settings';
import { useSettingsForm } from '../useSettingsForm';
import { cash as words } from './strings';
import { TillChoices } from './tills/TillChoices';

const Rounding = lazy(() => import('./Rounding'));

/** Where the box reports what is wrong with any setting of the tills. */
const ERRORS = 'cash';

export default function Cash({ settings }: { settings: Settings }) {
  const { lrdCashStep, cash } = settings;
  const { toleranceUSD, toleranceLRD, payOutLimitUSD, payOutLimitLRD, movementMaxUSD, movementMaxLRD } = cash;
  const hasTills = cash.mode !== 'off';
  const limits = { payOutLimitUSD, payOutLimitLRD, movementMaxUSD, movementMaxLRD };
  const amounts = { toleranceUSD, toleranceLRD, ...limits };
  const figures = {
    exchangeTolerance: String(cash.exchangeTolerance),
    longShiftHours: String(cash.longShiftHours),
  };
  const { field, ...form } = useSettingsForm(
    { lrdCashStep, ...amounts, ...figures },
    ({ lrdCashStep: step, longShiftHours, exchangeTolerance, ...typed }) => {
      const whole = { exchangeTolerance: Number(exchangeTolerance), longShiftHours: Number(longShiftHours) };
      return hasTills ? { lrdCashStep: step, cash: { ...typed, ...whole } } : { lrdCashStep: step };
    },
  );
  return (
    <>
      <Part id="cash">
        <CoinQuestion settings={settings} />
        <Suspense fallback={null}>
          <Rounding settings={settings} />
        </Suspense>
        <TillChoices {...settings} />
      </Part>
      <FormCard id="cash-limits" {...form}>
        <NumberField
          label={words.step}
          hint={coins.rounded(formatTotal(fromServer(lrdCashStep), 'LRD'))}
          {...field('lrdCashStep')}
        />
        {hasTills && (
          <>
            <div className="stack tight">
              <div className="amounts">
                <NumberField label={words.toleranceUSD} {...field('toleranceUSD')} />
                <NumberField label={words.toleranceLRD} {...field('toleranceLRD')} />
              </div>
              <small>{words.toleranceHint}</small>
            </div>
            <div className="amounts">
              <NumberField label={words.payOutLimitUSD} {...field('payOutLimitUSD')} />
              <NumberField label={words.payOutLimitLRD} {...field('payOutLimitLRD')} />
            </div>
            <NumberField
              label={words.exchangeTolerance}
              inputMode="numeric"
              hint={words.exchangeHint}
              {...field('exchangeTolerance', ERRORS)}
            />
            <div className="stack tight">
              <div className="amounts">
                <NumberField label={words.movementMaxUSD} {...field('movementMaxUSD')} />
                <NumberField label={words.movementMaxLRD} {...field('movementMaxLRD')} />
              </div>
              <small>{words.movementMaxHint}</small>
            </div>
            <NumberField label={words.longShift} inputMode="numeric" {...field('longShiftHours', ERRORS)} />
          </>
        )}
      </FormCard>
    </>
  );
}
