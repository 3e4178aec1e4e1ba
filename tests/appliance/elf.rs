//! Minimal ELF reader: architecture, dynamic linking and symbols of an executable (System V ABI, "ELF header", "Program header").

/// Type of the program header that names the dynamic loader.
const INTERPRETER: u32 = 3;
/// Type of the program header with the list of libraries.
const DYNAMIC: u32 = 2;
/// Tag of an entry in that list: one library.
const NEEDED: u64 = 1;
/// Names for values of `e_machine`.
const MACHINES: &[(u16, &str)] = &[(0x28, "arm"), (0x3e, "x86_64"), (0xb7, "aarch64")];

/// Properties of an executable.
#[derive(Debug, PartialEq, Eq)]
pub struct Executable {
    /// Architecture.
    pub machine: &'static str,
    /// Whether it needs a dynamic loader.
    pub needs_loader: bool,
    /// Number of shared libraries that it needs.
    pub libraries: usize,
    /// Whether it contains the names of its functions, which only a debugger needs.
    pub has_symbols: bool,
}

/// Little-endian fields whose offsets depend on the class (32 or 64 bits).
struct Fields<'a> {
    bytes: &'a [u8],
    is_64_bit: bool,
}

impl Fields<'_> {
    fn number(&self, at: usize, length: usize) -> Option<u64> {
        let mut word = [0; 8];
        word[..length].copy_from_slice(self.bytes.get(at..at + length)?);
        Some(u64::from_le_bytes(word))
    }

    /// A field with the width of an address.
    fn address(&self, at: usize) -> Option<usize> {
        self.number(at, if self.is_64_bit { 8 } else { 4 }).and_then(|number| usize::try_from(number).ok())
    }

    /// The offset in the format of this file.
    fn offset(&self, in_64_bit: usize, in_32_bit: usize) -> usize {
        if self.is_64_bit { in_64_bit } else { in_32_bit }
    }
}

/// Reads an executable; `None` if it is not a little-endian ELF file of a known architecture.
pub fn read(bytes: &[u8]) -> Option<Executable> {
    if !bytes.starts_with(b"\x7fELF") || bytes.get(5) != Some(&1) {
        return None;
    }
    let fields = Fields { bytes, is_64_bit: bytes.get(4) == Some(&2) };
    let machine = fields.number(18, 2)?;
    let machine = MACHINES.iter().find(|(code, _)| u64::from(*code) == machine)?.1;
    let headers = |start: usize, size_at: usize, count_at: usize| -> Option<Vec<usize>> {
        let (size, count) = (fields.number(size_at, 2)? as usize, fields.number(count_at, 2)? as usize);
        Some((0..count).map(|index| start + index * size).collect())
    };
    let programs = headers(fields.address(fields.offset(32, 28))?, fields.offset(54, 42), fields.offset(56, 44))?;
    let sections = headers(fields.address(fields.offset(40, 32))?, fields.offset(58, 46), fields.offset(60, 48))?;
    let (mut needs_loader, mut libraries) = (false, 0);
    for program in programs {
        match fields.number(program, 4)? as u32 {
            INTERPRETER => needs_loader = true,
            DYNAMIC => {
                let start = fields.address(program + fields.offset(8, 4))?;
                let length = fields.address(program + fields.offset(32, 16))?;
                let step = fields.offset(16, 8);
                libraries += (start..start + length).step_by(step).filter(|at| fields.address(*at) == Some(NEEDED as usize)).count();
            }
            _ => {}
        }
    }
    /// The type of the section that holds symbols.
    const SYMBOLS: u64 = 2;
    let has_symbols = sections.iter().any(|section| fields.number(section + 4, 4) == Some(SYMBOLS));
    Some(Executable { machine, needs_loader, libraries, has_symbols })
}
