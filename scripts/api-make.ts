/**
 * Makes the descriptor set of a release from its published Go module: all of its packages are imported, and what they
 * register is written as a `FileDescriptorSet`. Go is needed for this alone. `node dist/scripts/api-make.js 1.41.0`
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { SETS, sameFiles } from './api-sets.ts';

const MODULE = 'github.com/envoyproxy/go-control-plane/envoy';

const MAIN = `package main

import (
	"os"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

func main() {
	set := &descriptorpb.FileDescriptorSet{}
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		set.File = append(set.File, protodesc.ToFileDescriptorProto(file))
		return true
	})
	bytes, err := proto.MarshalOptions{Deterministic: true}.Marshal(set)
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(bytes)
}
`;

/** @throws Error where Go is missing, or the module has no such version */
function setOf(version: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'api-set-'));
  try {
    const go = (...args: readonly string[]): Buffer =>
      execFileSync('go', args, { cwd: folder, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] });
    go('mod', 'init', 'set');
    go('get', `${MODULE}@v${version}`);
    const packages = go('list', '-e', `${MODULE}/...`).toString().trim().split('\n');
    writeFileSync(join(folder, 'main.go'), MAIN);
    const imports = packages.map((each) => `import _ "${each}"\n`).join('');
    writeFileSync(join(folder, 'all.go'), `package main\n\n${imports}`);
    go('mod', 'tidy');
    return go('run', '.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function make(version: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`a version of the module is wanted, such as 1.41.0, not ${version}`);
  const file = join(SETS, `${version}.binpb.gz`);
  const made = setOf(version);
  // Go registers files in an order of its own each time.
  if (existsSync(file) && sameFiles(file, made)) console.log(`${file} is the same already`);
  else {
    writeFileSync(file, gzipSync(made, { level: 9 }));
    console.log(`${file} written`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) make(process.argv[2] ?? '');
