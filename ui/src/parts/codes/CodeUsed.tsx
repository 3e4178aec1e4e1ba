/** What became of a code that was used. */
import { CircleCheck } from 'lucide-react';
import { words } from './strings';
import './shown-code.css';

export function CodeUsed({ text, onDone }: { text: string; onDone: () => void }) {
  return (
    <div className="shown-code">
      <p className="done" role="status" data-status="ok">
        <CircleCheck />
        <b>{text}</b>
      </p>
      <button type="button" className="large wide" onClick={onDone}>
        {words.done}
      </button>
    </div>
  );
}
