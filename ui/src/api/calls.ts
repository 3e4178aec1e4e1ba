/**
 * The API's calls as types, made from the server's document: which path takes which method, what it is given and what
 * it answers. A call that is not in the document does not compile.
 */
import type { components, paths } from './schema';

export type Schemas = components['schemas'];

type Path = keyof paths;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation<P extends Path, M extends Method> = NonNullable<paths[P][M]>;

/** Paths that take a method. */
type PathsWith<M extends Method> = {
  [P in Path]: [Operation<P, M>] extends [never] ? never : P;
}[Path];

type PathParameters<P extends Path> = {
  [M in Method]: paths[P][M] extends { parameters: { path: infer Given } } ? Given : never;
}[Method];
type Query<P extends Path> = paths[P]['get'] extends { parameters: { query?: infer Given } }
  ? NonNullable<Given>
  : never;
/** What stands in the braces of a path, and what follows its question mark. */
type Parameters<P extends Path> = ([PathParameters<P>] extends [never] ? unknown : PathParameters<P>) &
  ([Query<P>] extends [never] ? unknown : Query<P>);

declare const template: unique symbol;
/** An address with everything filled in; the type remembers the path of the document that it came from. */
export type Address<P extends Path> = string & { readonly [template]: P };

/** Paths that are an address as they stand: nothing must be filled in. */
type Plain<M extends Method> = {
  [P in PathsWith<M>]: P extends `${string}{${string}` ? never : object extends Parameters<P> ? P : never;
}[PathsWith<M>];

/** What a method can be called on. */
export type Call<M extends Method> = Plain<M> | Address<PathsWith<M>>;
/** The path in the document of a call. */
export type PathOf<C> = C extends Address<infer P> ? P : C extends Path ? C : never;

type Sent<O> = O extends { requestBody?: undefined }
  ? undefined
  : O extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Body
    : never;
/** The body that a call takes. */
export type BodyOf<C, M extends Method> = Sent<Operation<PathOf<C>, M>>;
/** The body and what follows it, as arguments: a body that the call can do without may be left out. */
export type WithBody<C, M extends Method, Options> =
  Operation<PathOf<C>, M> extends { requestBody: object }
    ? [body: BodyOf<C, M>, options?: Options]
    : [body?: BodyOf<C, M>, options?: Options];

type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Answered<O> = O extends { responses: infer Responses }
  ? { [S in keyof Responses]: S extends 200 | 201 | 202 | 204 ? Json<Responses[S]> : never }[keyof Responses]
  : never;
/** What a call answers when it works. */
export type AnswerOf<C, M extends Method = 'get'> = Answered<Operation<PathOf<C>, M>>;

type Roots<P extends string, Before extends string = ''> = P extends `/${infer Part}/${infer Rest}`
  ? `${Before}/${Part}` | Roots<`/${Rest}`, `${Before}/${Part}`>
  : `${Before}${P}`;
/** A path, or what paths begin with: names all addresses below it. */
export type Root = Roots<Path>;

/** Fills in a path: `at('/api/orders/{id}', { id: 7 })`. What is not in braces goes into the query. */
export function at<P extends Path>(path: P, parameters: Parameters<P>): Address<P> {
  const query = new URLSearchParams(parameters as Record<string, string>);
  const address = path.replace(/{(\w+)}/g, (_, name: string) => {
    const value = query.get(name) ?? '';
    query.delete(name);
    return encodeURIComponent(value);
  });
  return (`${query}` ? `${address}?${query}` : address) as Address<P>;
}
