/** Help: restarting the box, switching it off, a file for who helps, and forgetting the bar. */
import { ChevronRight, FileText, type LucideIcon, Power as PowerIcon, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { getResponse } from '../../../../api/http/client';
import { reasonOf } from '../../../../api/http/error';
import { download } from '../../../../lib/download';
import { toastError } from '../../../../ui/feedback/toast';
import type { Deed } from './deed';
import { PowerDialog } from './PowerDialog';
import { ResetDialog } from './ResetDialog';
import { power as words } from './strings';
import '../../../../styles/shared/rows.css';
import '../machine.css';

const DIAGNOSIS = '/api/box/diagnosis';
const FILE = 'barback-diagnosis.json';

/** `titled`: among other sections; a page of its own has its title. */
export function Power({ titled = true }: { titled?: boolean }) {
  const [asked, setAsked] = useState<Deed | 'reset' | null>(null);
  const close = () => setAsked(null);
  return (
    <section className="stack group" aria-label={words.title}>
      {titled && <h2>{words.title}</h2>}
      <ul className="card rows">
        <Row
          icon={RotateCcw}
          name={words.restart}
          hint={words.restartHint}
          onPress={() => setAsked('restart')}
        />
        <Row icon={PowerIcon} name={words.off} hint={words.offHint} onPress={() => setAsked('off')} />
        <Row
          icon={FileText}
          name={words.diagnosis}
          hint={words.diagnosisHint}
          onPress={() => void saveDiagnosis()}
        />
        <Row icon={Trash2} name={words.reset} hint={words.resetHint} onPress={() => setAsked('reset')} />
      </ul>
      {(asked === 'restart' || asked === 'off') && <PowerDialog deed={asked} onClose={close} />}
      {asked === 'reset' && <ResetDialog onClose={close} />}
    </section>
  );
}

async function saveDiagnosis() {
  try {
    download(await (await getResponse(DIAGNOSIS)).blob(), FILE);
  } catch (error) {
    toastError(words.diagnosisFailed, reasonOf(error, words.noAnswer));
  }
}

interface RowProps {
  icon: LucideIcon;
  name: string;
  hint: string;
  onPress: () => void;
}

function Row({ icon: Icon, name, hint, onPress }: RowProps) {
  return (
    <li>
      <Icon />
      <span className="grow">
        <button type="button" className="name" onClick={onPress}>
          {name}
        </button>
        <small>{hint}</small>
      </span>
      <ChevronRight />
    </li>
  );
}
