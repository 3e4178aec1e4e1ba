/** The labels of scales that the till reads: a list, with Add and Remove. */
import { Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { WaitingNote } from '../../../ui/ActionButton';
import { Part } from '../Part';
import type { Settings } from '../settings';
import { useSaveNow } from '../useSaveNow';
import { exampleOf, LABELS_MAX } from './labels';
import { scales as words } from './strings';

const LabelDialog = lazy(() => import('./LabelDialog'));

export default function ScaleLabels({ labels }: { labels: Settings['scaleLabels'] }) {
  const { save, pending, waiting } = useSaveNow();
  const [adds, setAdds] = useState(false);
  return (
    <Part id="scales" title={words.title}>
      <small>{words.lead}</small>
      {labels.length === 0 && <small>{words.none}</small>}
      <ul className="list">
        {labels.map((label) => (
          <li key={label.prefix}>
            <div className="grow">
              <span className="name">{words.begins(label.prefix)}</span>
              <small>{words.described(words[label.holds], exampleOf(label))}</small>
            </div>
            <button
              type="button"
              className="quiet icon-only"
              aria-label={words.remove(label.prefix)}
              disabled={pending}
              onClick={() =>
                void save({ scaleLabels: labels.filter((other) => other !== label) }, words.removed)
              }
            >
              <Trash2 />
            </button>
          </li>
        ))}
      </ul>
      <WaitingNote waiting={waiting} />
      {labels.length < LABELS_MAX && (
        <button type="button" className="soft" onClick={() => setAdds(true)}>
          <Plus />
          {words.add}
        </button>
      )}
      {adds && (
        <Suspense fallback={null}>
          <LabelDialog labels={labels} onClose={() => setAdds(false)} />
        </Suspense>
      )}
    </Part>
  );
}
