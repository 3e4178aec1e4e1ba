/** Hook that holds a new value back while a finger is on the screen, so that nothing moves under a thumb. */
import { useEffect, useState } from 'react';
import { whenUntouched } from '../touches';

export function useUntouched<T>(value: T): T {
  const [shown, setShown] = useState(value);
  useEffect(() => whenUntouched(() => setShown(() => value)), [value]);
  return shown;
}
