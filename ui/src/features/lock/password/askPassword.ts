/** Asks for the password when the box refuses something to a session that began with a PIN; then the refused call goes on. */
import type { Sent } from '../../../api/http/client';
import { queryClient } from '../../../api/http/query';
import { createStore } from '../../../lib/state/store';

/** Tells the waiting callers whether the password was given. Null without one. */
export const passwordAskedStore = createStore<((given: boolean) => void) | null>(null);

let asked: Promise<boolean> | null = null;
/** After a Cancel no read asks again until the screen is touched: lists are refetched by themselves. */
let declined = false;

const onTouch = () => {
  declined = false;
};
for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, onTouch, true);

/** For `hooks.recover`: a second try, with nothing added, once the password was given. */
export async function recoverWithPassword({ method, path }: Sent): Promise<Record<string, string> | null> {
  // A list that is on the screen stays there as it is.
  if (method === 'GET' && (declined || queryClient.getQueryData([path]) !== undefined)) return null;
  return (await askPassword()) ? {} : null;
}

/** One question for all calls that wait for it. */
function askPassword(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    const answer = (given: boolean) => {
      // The dialog answers once more when it goes.
      if (passwordAskedStore.get() !== answer) return;
      passwordAskedStore.set(null);
      asked = null;
      declined = !given;
      resolve(given);
    };
    passwordAskedStore.set(answer);
  });
  return asked;
}
