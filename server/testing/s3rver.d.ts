/** The part of the package that tests use; it comes without types. */
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  class S3rver {
    constructor(options: {
      readonly directory: string;
      readonly silent: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly store: {
      listObjects(
        bucket: string,
        options: { readonly maxKeys: number },
      ): Promise<{ objects: { key: string }[] }>;
    };
    callback(): RequestListener;
    configureBuckets(): Promise<unknown>;
  }
  export = S3rver;
}
