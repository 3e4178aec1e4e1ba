/** A write that after a lost answer sends exactly what it has sent before: the key and the request belong together. */
import { useRef, useState } from 'react';
import type { Root } from '../../../api/calls';
import { outcomeUnknown, useWrite } from '../../../api/forms/useWrite';
import type { WriteOptions } from '../../../api/http/client';

type Sending<Answer> = (options: WriteOptions) => Promise<Answer>;

export function useRepeat<Input, Answer>(
  send: (input: Input, options: WriteOptions) => Promise<Answer>,
  refreshes: readonly Root[],
) {
  const lost = useRef<Sending<Answer> | null>(null);
  const [unanswered, setUnanswered] = useState(false);
  function keep(sending: Sending<Answer> | null) {
    lost.current = sending;
    setUnanswered(sending !== null);
  }
  const write = useWrite(
    async (sending: Sending<Answer>, options) => {
      try {
        const answer = await sending(options);
        keep(null);
        return answer;
      } catch (error) {
        keep(outcomeUnknown(error) ? sending : null);
        throw error;
      }
    },
    { refreshes },
  );

  /** While unanswered, `input` is ignored. Undefined: there is nothing to send but what is unanswered. */
  async function run(input?: Input): Promise<Answer | undefined> {
    const again = lost.current;
    if (again) return write.run(again);
    return input === undefined ? undefined : write.run((options) => send(input, options));
  }
  return { ...write, run, unanswered };
}
