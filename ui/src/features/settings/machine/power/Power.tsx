/** Help: restarting the box, and switching it off. */
import { ChevronRight, Power as PowerIcon, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Deed } from './deed';
import { PowerDialog } from './PowerDialog';
import { power as words } from './strings';
import '../../../../styles/shared/rows.css';

const DEEDS = [
  { deed: 'restart', icon: RotateCcw, name: words.restart, hint: words.restartHint },
  { deed: 'off', icon: PowerIcon, name: words.off, hint: words.offHint },
] as const;

export default function Power() {
  const [asked, setAsked] = useState<Deed | null>(null);
  return (
    <section className="stack" aria-labelledby="help">
      <h2 id="help">{words.title}</h2>
      <ul className="card rows">
        {DEEDS.map(({ deed, icon: Icon, name, hint }) => (
          <li key={deed}>
            <Icon />
            <span className="grow">
              <button type="button" className="name" onClick={() => setAsked(deed)}>
                {name}
              </button>
              <small>{hint}</small>
            </span>
            <ChevronRight />
          </li>
        ))}
      </ul>
      {asked && <PowerDialog deed={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}
