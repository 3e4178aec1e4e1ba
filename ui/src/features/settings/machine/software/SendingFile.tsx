/** A file on its way to the box, and then being checked there. */
import { software as words } from './strings';

interface SendingFileProps {
  name: string;
  /** 0 to 1; at 1 the box checks it. */
  share: number;
  onStop: () => void;
}

const PERCENT = 100;

export function SendingFile({ name, share, onStop }: SendingFileProps) {
  const isSent = share >= 1;
  const percent = Math.floor(share * PERCENT);
  return (
    <div className="card stack">
      <div className="split">
        <b id="sending" role="status">
          {isSent ? words.checkingFile : words.sending(name)}
        </b>
        {!isSent && <small>{words.percent(percent)}</small>}
      </div>
      <progress aria-labelledby="sending" {...(isSent ? {} : { value: percent, max: PERCENT })} />
      <button type="button" className="secondary" onClick={onStop}>
        {words.stop}
      </button>
    </div>
  );
}
