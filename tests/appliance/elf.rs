//! What the head of an executable says of it (System V ABI, "ELF header" and "Program header").

/// A program header that names the loader which a dynamically linked file wants.
const INTERPRETER: u32 = 3;
/// A program header that lists the libraries which it wants.
const DYNAMIC: u32 = 2;
/// An entry of that list: one library.
const NEEDED: u64 = 1;
/// What `e_machine` is called.
const MACHINES: &[(u16, &str)] = &[(0x28, "arm"), (0x3e, "x86_64"), (0xb7, "aarch64")];

/// An executable.
#[derive(Debug, PartialEq, Eq)]
pub struct Executable {
    /// For which kind of machine.
    pub machine: &'static str,
    /// Whether it wants a loader of the system.
    pub wants_loader: bool,
    /// How many libraries of the system it wants.
    pub libraries: usize,
    /// Whether it keeps the names of its functions, which only a debugger reads.
    pub has_symbols: bool,
}

/// Little-endian fields at places that depend on the class.
struct Fields<'a> {
    bytes: &'a [u8],
    wide: bool,
}

impl Fields<'_> {
    fn number(&self, at: usize, length: usize) -> Option<u64> {
        let mut word = [0; 8];
        word[..length].copy_from_slice(self.bytes.get(at..at + length)?);
        Some(u64::from_le_bytes(word))
    }

    /// A field that is as wide as an address.
    fn address(&self, at: usize) -> Option<usize> {
        self.number(at, if self.wide { 8 } else { 4 }).and_then(|number| usize::try_from(number).ok())
    }

    /// The place of the 64-bit format or of the 32-bit one.
    fn place(&self, wide: usize, narrow: usize) -> usize {
        if self.wide { wide } else { narrow }
    }
}

/// Reads it; `None` when it is no little-endian ELF file of a machine that we know.
pub fn read(bytes: &[u8]) -> Option<Executable> {
    if !bytes.starts_with(b"\x7fELF") || bytes.get(5) != Some(&1) {
        return None;
    }
    let fields = Fields { bytes, wide: bytes.get(4) == Some(&2) };
    let machine = fields.number(18, 2)?;
    let machine = MACHINES.iter().find(|(code, _)| u64::from(*code) == machine)?.1;
    let headers = |start: usize, size_at: usize, count_at: usize| -> Option<Vec<usize>> {
        let (size, count) = (fields.number(size_at, 2)? as usize, fields.number(count_at, 2)? as usize);
        Some((0..count).map(|index| start + index * size).collect())
    };
    let programs = headers(fields.address(fields.place(32, 28))?, fields.place(54, 42), fields.place(56, 44))?;
    let sections = headers(fields.address(fields.place(40, 32))?, fields.place(58, 46), fields.place(60, 48))?;
    let (mut wants_loader, mut libraries) = (false, 0);
    for program in programs {
        match fields.number(program, 4)? as u32 {
            INTERPRETER => wants_loader = true,
            DYNAMIC => {
                let start = fields.address(program + fields.place(8, 4))?;
                let length = fields.address(program + fields.place(32, 16))?;
                let step = fields.place(16, 8);
                libraries += (start..start + length).step_by(step).filter(|at| fields.address(*at) == Some(NEEDED as usize)).count();
            }
            _ => {}
        }
    }
    /// The type of the section that holds symbols.
    const SYMBOLS: u64 = 2;
    let has_symbols = sections.iter().any(|section| fields.number(section + 4, 4) == Some(SYMBOLS));
    Some(Executable { machine, wants_loader, libraries, has_symbols })
}
