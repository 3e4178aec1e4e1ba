/** Long lists, page after page: the Link header of each page holds the address of the next one. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { nextOf } from '../../api/http/pages';
import { respond } from './client';

interface Page<Row> {
  rows: Row[];
  next: string | null;
}

async function readPage<Row>(path: string): Promise<Page<Row>> {
  const response = await respond(path);
  return { rows: await response.json(), next: nextOf(response.headers.get('Link')) };
}

/** Reads the first page of an address, and the older ones when they are asked for. */
export const usePages = <Row>(first: string) =>
  useInfiniteQuery({
    queryKey: [first, 'pages'],
    queryFn: ({ pageParam }) => readPage<Row>(pageParam),
    initialPageParam: first,
    getNextPageParam: ({ next }: Page<Row>) => next,
  });

export type Pages<Row> = ReturnType<typeof usePages<Row>>;
