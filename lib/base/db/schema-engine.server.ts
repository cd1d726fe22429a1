import "server-only";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";

const enginePackage = "@prisma/schema-engine-wasm";

/** Loaded once, because the engine's glue code holds one instance per process. */
let loaded: Promise<EngineGlue> | undefined;

/**
 * Opens Prisma's schema engine on a database: the WebAssembly one, because the native one needs a download.
 * @param databaseUrl a Postgres address; for a shadow database its user must be able to create databases
 * @param schema the schema files as [path, content], needed only for differences
 */
export async function openSchemaEngine(
  databaseUrl: string,
  schema?: [string, string][],
): Promise<{ engine: SchemaEngine; close(): void }> {
  loaded ??= loadEngine();
  const glue = await loaded;
  const adapter = bindMigrationAwareSqlAdapterFactory(adapterFactory(databaseUrl));
  const ignoreLog = () => undefined;
  const engine = await glue.SchemaEngine.new({ datamodels: schema }, ignoreLog, adapter);
  return { engine, close: () => engine.free() };
}

function raise(message: string): never {
  throw new Error(`The schema engine failed: ${message}`);
}

function adapterFactory(databaseUrl: string): SqlMigrationAwareDriverAdapterFactory {
  const inner = new PrismaPg({ connectionString: databaseUrl });
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    connect: async () => mended(await inner.connect()),
    connectToShadowDb: async () => mended(await inner.connectToShadowDb()),
  };
}

type Adapter = SqlDriverAdapter & { underlyingDriver(): pg.Pool };

const mended = (adapter: Adapter) => withWholeScripts(withCharColumns(adapter));

/** Runs a script as a whole, because the adapter splits it at every semicolon, even inside function bodies. */
function withWholeScripts(adapter: Adapter): Adapter {
  const pool = adapter.underlyingDriver();
  return Object.assign(adapter, { executeScript: async (script: string) => void (await pool.query(script)) });
}

/**
 * The engine reads catalogue columns of type "char", which the adapter rejects: they pass as text and are declared as
 * single characters afterwards.
 */
function withCharColumns(adapter: Adapter): Adapter {
  const pool = adapter.underlyingDriver();
  const query: (config: pg.QueryConfig) => Promise<pg.QueryResult> = pool.query.bind(pool);
  const queryRaw = adapter.queryRaw.bind(adapter);
  const charColumns = new WeakMap<object, number[]>();
  const passAsText = async (config: pg.QueryConfig) => {
    const result = await query(config);
    if (Array.isArray(result.rows)) charColumns.set(result.rows, takeCharColumns(result.fields));
    return result;
  };
  const declare = async (sql: SqlQuery) => {
    const result = await queryRaw(sql);
    for (const column of charColumns.get(result.rows) ?? []) {
      result.columnTypes[column] = ColumnTypeEnum.Character;
    }
    return result;
  };
  Object.assign(pool, { query: passAsText });
  return Object.assign(adapter, { queryRaw: declare });
}

function takeCharColumns(fields: pg.FieldDef[]): number[] {
  return fields.flatMap((field, index) => {
    if (field.dataTypeID !== pg.types.builtins.CHAR) return [];
    field.dataTypeID = pg.types.builtins.TEXT;
    return [index];
  });
}

type EngineGlue = {
  SchemaEngine: typeof SchemaEngine;
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
};

/** Loads the .wasm file by hand, because the package imports it as a module, which Node.js 20 cannot. */
async function loadEngine(): Promise<EngineGlue> {
  const packageDir = dirname(createRequire(import.meta.url).resolve(enginePackage));
  const glue: EngineGlue & WebAssembly.ModuleImports = await import(`${enginePackage}/schema_engine_bg`);
  const module = await WebAssembly.compile(await readFile(join(packageDir, "schema_engine_bg.wasm")));
  const instance = await WebAssembly.instantiate(module, { "./schema_engine_bg.js": glue });
  glue.__wbg_set_wasm(instance.exports);
  // The engine reports its panics here, or dies silently.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: raise } });
  const start = instance.exports.__wbindgen_start;
  if (typeof start === "function") start();
  return glue;
}
