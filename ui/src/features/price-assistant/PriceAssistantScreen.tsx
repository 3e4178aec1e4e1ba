/** Price Assistant: what a coming change of tax means for the prices, and new prices from that day on. */
import { Percent } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../api/http/query';
import type { TaxChange } from '../../api/types';
import { useTitle } from '../../lib/useTitle';
import { Empty, Loaded, Skeleton } from '../../ui/feedback/States';
import { SelectField } from '../../ui/form/SelectField';
import { changeText } from '../tax/changes';
import { Assistant } from './Assistant';
import { words } from './strings';
import '../../styles/screens/settings.css';

export default function PriceAssistantScreen() {
  useTitle(words.title);
  const changes = useGet('/api/tax/changes');
  return (
    <>
      <header className="page-head">
        <h1>{words.title}</h1>
      </header>
      <Loaded query={changes} errorText={words.failed} skeleton={<Skeleton count={3} height="6rem" />}>
        {(list) =>
          list.length === 0 ? <Empty text={words.none} icon={Percent} /> : <Changes changes={list} />
        }
      </Loaded>
    </>
  );
}

function Changes({ changes }: { changes: readonly TaxChange[] }) {
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
      <Assistant key={chosen.from} change={chosen} />
    </>
  );
}
