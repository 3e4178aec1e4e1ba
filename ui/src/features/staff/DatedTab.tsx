/** A tab about some business days: the presets and dates, and what it shows of them. */
import { type ReactNode, useState } from 'react';
import { useBusinessDay } from '../../api/useBusinessDay';
import { RangeFields } from '../../parts/range/RangeFields';
import { type DateRange, type Preset, presetRange, rangeError } from '../../parts/range/range';
import { Skeleton } from '../../ui/feedback/States';

/** A preset follows the bar's day; dates stay. */
type Dates = Preset | DateRange;
const FIRST: Preset = '7 days';

interface DatedTabProps {
  /** Above the dates, such as where the feature is switched on. */
  before?: ReactNode;
  children: (range: DateRange, today: string) => ReactNode;
}

export function DatedTab({ before, children }: DatedTabProps) {
  const today = useBusinessDay();
  const [dates, setDates] = useState<Dates>(FIRST);
  if (today === null) return <Skeleton count={3} height="6rem" />;
  const range = typeof dates === 'string' ? presetRange(dates, today) : dates;
  const error = rangeError(range);
  return (
    <>
      {before}
      <RangeFields
        range={range}
        preset={typeof dates === 'string' ? dates : null}
        error={error}
        onRange={setDates}
        onPreset={setDates}
      />
      {!error && children(range, today)}
    </>
  );
}
