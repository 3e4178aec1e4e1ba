/** Browser support check: fails when the build uses features that Chrome 108, the oldest WebView on the bar's phones, lacks. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { built, UI } from './manifest.mjs';

/** Features newer than Chrome 108 without which the page would break, not only look plainer. */
const UNSUPPORTED = {
  '.css': [
    /color-mix\(/,
    /light-dark\(/,
    /@starting-style/,
    /@scope\b/,
    /\bsubgrid\b/,
    /:user-(?:in)?valid/,
    /linear\(\s*[\d.]/,
    /oklch\(/,
    /\brgb\(from /,
    /\bfield-sizing:/,
    /[{;]\s*&/,
  ],
  '.js': [
    /\.(?:toSorted|toReversed|toSpliced|isSubsetOf|symmetricDifference)\(/,
    /\b(?:Object|Map)\.groupBy\(/,
    /\bPromise\.(?:withResolvers|try)\(/,
    /\bAbortSignal\.any\(/,
    /\bArray\.fromAsync\(/,
    /\bURL\.(?:canParse|parse)\(/,
    /\bRegExp\.escape\(/,
    /\bIterator\.from\(/,
    /\.(?:showPopover|togglePopover|checkVisibility|isWellFormed)\(/,
    /\bstartViewTransition\(/,
  ],
};

const found = [];
for (const dist of ['dist', 'dist-head']) {
  for (const file of readdirSync(join(UI, dist), { recursive: true })) {
    for (const [ending, patterns] of Object.entries(UNSUPPORTED)) {
      const plain = file.replace(/\.gz$/, '');
      if (!plain.endsWith(ending)) continue;
      const text = built(plain, dist).toString();
      for (const pattern of patterns)
        if (pattern.test(text)) found.push(`${dist}/${file}: ${pattern.source}`);
    }
  }
}
process.stdout.write(
  found.length > 0 ? `NEWER than Chrome 108\n${found.join('\n')}\n` : 'ok   nothing newer than Chrome 108\n',
);
process.exitCode = found.length > 0 ? 1 : 0;
