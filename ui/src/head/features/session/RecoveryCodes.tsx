/** The recovery codes, which are shown once. */
import { totp as words } from './strings';

interface RecoveryCodesProps {
  codes: readonly string[];
  onWritten: () => void;
}

export function RecoveryCodes({ codes, onWritten }: RecoveryCodesProps) {
  return (
    <section className="card stack" aria-labelledby="recovery-title">
      <h2 id="recovery-title">{words.recovery}</h2>
      <p>{words.recoveryLead}</p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <button type="button" className="large wide" onClick={onWritten}>
        {words.written}
      </button>
    </section>
  );
}
