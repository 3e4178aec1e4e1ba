/** What could not be loaded, and a button to try again. In a file of its own, because the sign-in page needs it and must stay small. */
import { WifiOff } from 'lucide-react';
import { LOAD_FAILED, TRY_AGAIN } from '../strings';

export function ErrorState({ text = LOAD_FAILED, onRetry }: { text?: string; onRetry: () => void }) {
  return (
    <div className="empty" role="alert">
      <WifiOff />
      <p>{text}</p>
      <button type="button" className="secondary" onClick={onRetry}>
        {TRY_AGAIN}
      </button>
    </div>
  );
}
