/** The names of the migrations that this build expects in D1, as `d1_migrations` has them. */
export const expectedMigrations: string[] = Object.keys(import.meta.glob('../../../migrations/*.sql')).map((path) =>
  path.split('/').at(-1)!,
)
