/**
 * One read for all who ask in the same turn of the event loop, begun after each of them asked: for what decides on each
 * request (sessions, tenancies, screens), where nobody may be answered with what was read before, nobody should wait
 * for another's read, and a read costs little. What many poll, and what is dear to read, is shared by `SharedRead`.
 * @throws what the read throws, to each of them
 */
export function sharedInTurn<T>(read: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= new Promise((resolve) => {
      setImmediate(() => {
        asked = null;
        resolve(read());
      });
    });
    return asked;
  };
}

/**
 * One read for all keys that are asked for in the same turn of the event loop; it begins after each was asked for.
 * @param readAll gives what it finds by its key
 * @returns null for a key that it does not find
 * @throws what the read throws, to each of them
 */
export function batchedInTurn<K, V>(
  readAll: (keys: K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | null> {
  let keys = new Set<K>();
  const read = sharedInTurn(() => {
    const asked = [...keys];
    keys = new Set();
    return readAll(asked);
  });
  return async (key) => {
    keys.add(key);
    return (await read()).get(key) ?? null;
  };
}
