/** Price Assistant: what a coming change of tax means for the prices, and new prices from that day on. */
import { Percent } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../api/http/query';
import type { PricePlan, TaxChange } from '../../api/types';
import { useTitle } from '../../lib/useTitle';
import { changeText } from '../../parts/tax/changes';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { SelectField } from '../../ui/form/SelectField';
import { Assistant } from './Assistant';
import { PlanCard } from './PlanCard';
import { words } from './strings';
import { PLAN } from './usePlan';
import '../../styles/shared/settings.css';

export default function PriceAssistantScreen() {
  useTitle(words.title);
  const changes = useGet('/api/tax/changes');
  const plans = useGet(PLAN);
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      <Loaded query={changes} errorText={words.failed} skeleton={<Loading />}>
        {(list) => (
          <Loaded query={plans} errorText={words.plansFailed} skeleton={<Loading />}>
            {(planned) => <Days changes={list} plans={planned} />}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

const Loading = () => <Skeleton count={3} height="6rem" />;

interface DaysProps {
  changes: readonly TaxChange[];
  plans: readonly PricePlan[];
}

function Days({ changes, plans }: DaysProps) {
  // Tax may have changed again since they were planned.
  const others = plans.filter((plan) => !changes.some(({ from }) => from === plan.from));
  if (changes.length + others.length === 0) return <Empty text={words.none} icon={Percent} />;
  return (
    <>
      {others.map((plan) => (
        <PlanCard key={plan.from} plan={plan} note={words.unchanged} />
      ))}
      <Changes changes={changes} plans={plans} />
    </>
  );
}

function Changes({ changes, plans }: DaysProps) {
  const [day, setDay] = useState<string | null>(null);
  const chosen = changes.find(({ from }) => from === day) ?? changes[0];
  if (!chosen) return null;
  return (
    <>
      {changes.length > 1 && (
        <SelectField
          label={words.change}
          value={chosen.from}
          options={changes.map((change) => ({ value: change.from, label: changeText(change) }))}
          onValue={setDay}
        />
      )}
      <p>
        <strong>{changeText(chosen)}</strong> {words.products(chosen.products)}
      </p>
      <Assistant key={chosen.from} change={chosen} plan={plans.find(({ from }) => from === chosen.from)} />
    </>
  );
}
