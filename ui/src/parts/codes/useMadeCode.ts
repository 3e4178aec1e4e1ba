/** A code that is made when its dialog opens, and again once it has expired. */
import { useEffect, useState } from 'react';
import { useWrite } from '../../api/forms/useWrite';
import type { WriteOptions } from '../../api/http/client';
import { reasonOf } from '../../api/http/error';
import { useCountdown } from '../../lib/render/useCountdown';

interface MadeCodeSettings<Code> {
  send: (options: WriteOptions) => Promise<Code>;
  /** How long a code works, in milliseconds. The box's clock may differ from the phone's. */
  lastsMs: number;
  /** Said of a failure without a message of the box's. */
  failed: string;
  /** One that was made a moment ago. */
  first?: Code;
}

export function useMadeCode<Code>({ send, lastsMs, failed, first }: MadeCodeSettings<Code>) {
  const write = useWrite((_: null, options) => send(options));
  const valid = (code: Code) => ({ code, until: Date.now() + lastsMs });
  const [made, setMade] = useState(() => (first === undefined ? null : valid(first)));
  const [problem, setProblem] = useState<string | null>(null);
  const left = useCountdown(made?.until ?? 0);

  async function make() {
    setProblem(null);
    try {
      const code = await write.run(null);
      if (code !== undefined) setMade(valid(code));
    } catch (error) {
      setProblem(reasonOf(error, failed) ?? failed);
    }
  }
  useEffect(() => {
    if (first === undefined) void make();
  }, []);

  const { pending, waiting } = write;
  return { code: made?.code ?? null, left, problem, pending, waiting, make: () => void make() };
}
