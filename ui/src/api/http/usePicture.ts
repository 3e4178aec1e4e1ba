/** A picture that only staff may see, as a data URL. */

import { useQuery } from '@tanstack/react-query';
import type { Call } from '../calls';
import { getResponse } from './client';

/** Fetches an SVG with the token: an image element sends only the cookie, which ends with the browser. `version` changes with the picture. */
export function usePicture(url: Call<'get'>, version: string) {
  return useQuery<string, Error>({
    queryKey: [url, version],
    queryFn: async ({ signal }) => {
      const svg = await (await getResponse(url, signal)).text();
      return `data:image/svg+xml,${encodeURIComponent(svg)}`;
    },
  });
}
